import { setTimeout as sleep } from 'node:timers/promises';
import type { Binaries } from './binaries.ts';
import type { ClusterOptions } from './cluster.ts';
import { ClusterFailure } from './failure.ts';
import type { Place } from './place.ts';
import { freePort, probe } from './probe.ts';
import { findPostmaster, killServer, startServer, stopServer } from './server.ts';
import { serverArguments } from './settings.ts';
import { type ClusterState, writeState } from './state.ts';

const PORT_TRIES = 5;
/** A machine that swaps, or whose disk stands still for a moment, makes a server silent that is well: ending it ends what is under way. */
const ANSWER_TIMEOUT_MS = 30_000;
const PROBE_MS = 5_000;

/** The port of a server that already runs and answers; one that runs and does not answer is ended. */
export async function adopt(
  place: Place,
  state: ClusterState,
  options: ClusterOptions,
): Promise<number | undefined> {
  const patience_ms = options.answer_timeout_ms ?? ANSWER_TIMEOUT_MS;
  const { password } = state;
  const { name } = place.naming;
  let silent_since = performance.now();
  let is_told = false;
  for (;;) {
    const postmaster = await findPostmaster(place);
    if (postmaster === undefined) return undefined;
    const answer = await probe({ name, port: postmaster.port, password }, Math.min(patience_ms, PROBE_MS));
    if (answer === 'ready') return postmaster.port;
    if (answer === 'wrong_password') throw wrongPassword(place);
    // It is starting, recovering or stopping, and says so: each of these ends by itself.
    if (answer === 'not_yet') silent_since = performance.now();
    const silent_ms = performance.now() - silent_since;
    if (silent_ms >= PROBE_MS && silent_ms < patience_ms && !is_told) {
      is_told = true;
      options.log(
        `The PostgreSQL server ${postmaster.pid} on ${place.data_dir} answers nothing: it is given ${Math.round(patience_ms / 1_000)} s.`,
      );
    }
    if (silent_ms >= patience_ms) {
      options.log(`The PostgreSQL server ${postmaster.pid} on ${place.data_dir} is stuck and is restarted.`);
      await killServer(place, postmaster.pid);
      return undefined;
    }
    await sleep(50);
  }
}

/** Starts a server on the folder, on which none runs, and gives its port. */
export async function start(
  place: Place,
  binaries: Binaries,
  state: ClusterState,
  options: ClusterOptions,
): Promise<number> {
  const wanted = options.port ?? state.port;
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const port = await freePort(wanted, options.randomBytes);
    if (port !== wanted) options.log(`Port ${wanted} is taken, so the database listens on ${port}.`);
    const postmaster = await startServer(
      place,
      binaries,
      serverArguments(place, port, options.settings),
      options.log,
    );
    if (postmaster === undefined) continue;
    if (port !== state.port) await writeState(place.state_file, { ...state, port });
    await letIn(place, state, port).catch(async (error) => {
      // Nobody holds a lease on it yet, so nobody else would ever end it.
      await stopServer(place, binaries);
      throw error;
    });
    return port;
  }
  throw new ClusterFailure(
    'did_not_start',
    `PostgreSQL found every port it tried taken by another program: start again.`,
  );
}

async function letIn(place: Place, { password }: ClusterState, port: number): Promise<void> {
  const { name } = place.naming;
  const answer = await probe({ name, port, password }, 30_000);
  if (answer === 'ready') return;
  if (answer === 'wrong_password') throw wrongPassword(place);
  throw new ClusterFailure(
    'did_not_start',
    `PostgreSQL on ${place.data_dir} started but does not answer: see ${place.log_file}.`,
  );
}

function wrongPassword(place: Place): ClusterFailure {
  return new ClusterFailure(
    'password_lost',
    `The database in ${place.data_dir} does not accept ${place.naming.name} with the password in ${place.state_file}: put that file back from a copy.`,
  );
}
