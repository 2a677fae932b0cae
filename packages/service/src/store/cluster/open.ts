import { rm } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { DatabaseFailure } from '../connect/failure.ts';
import { type Binaries, findBinaries } from './binaries.ts';
import { diskFailure } from './disk.ts';
import { dataVersion, initialise, refuseOtherVersion, removeDrafts } from './initialise.ts';
import { countLeases, takeLease } from './lease.ts';
import { underLock } from './lock.ts';
import { type Place, settlePlace } from './place.ts';
import { freePort } from './port.ts';
import { clusterUrl, probe } from './probe.ts';
import { findPostmaster, killServer, startServer, stopServer } from './server.ts';
import { type ServerSettings, serverArguments } from './settings.ts';
import { type ClusterState, giveToOwner, readState, writeState } from './state.ts';

const LOCK_PATIENCE_MS = 120_000;
const PORT_TRIES = 5;

export interface ClusterOptions {
  readonly data_dir: string;
  /** Whether a person chose `data_dir`; the default one may be replaced where it can't be used. */
  readonly data_dir_is_explicit?: boolean;
  /** Told in whole sentences what a person may want to know. */
  readonly log: (sentence: string) => void;
  /** Cryptographically strong bytes, for the password. */
  readonly randomBytes: (size: number) => Uint8Array;
  /** The port to try first; else the one used before, else any free one. */
  readonly port?: number;
  /** Over the defaults of settings.ts; they count only for the process that starts the server. */
  readonly settings?: ServerSettings;
  readonly fallback_dir?: string;
  /** How long a running server may take to answer before it is taken for stuck; default 5000. */
  readonly answer_timeout_ms?: number;
}

export interface Cluster {
  /** Address with password: never log it. */
  readonly url: string;
  readonly port: number;
  /** Where the data really is; may differ from what was asked for when that was the default. */
  readonly data_dir: string;
  /** Whether a server was already running. */
  readonly joined: boolean;
  /**
   * Makes sure that a server runs, after connections broke: joins the one that does, or starts one.
   *
   * @returns its address, whose port may be another than before.
   * @throws DatabaseFailure as opening does.
   */
  revive(): Promise<string>;
  /** Gives the server back; the last user's call ends it. May be called twice. */
  stop(): Promise<void>;
}

/**
 * Opens the embedded PostgreSQL of a data directory: makes it, starts it, or joins the server that runs on
 * it already, be it another process's or one that a killed process left behind.
 *
 * @throws DatabaseFailure whose message is one sentence saying what to do.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const fallback_dir = options.fallback_dir ?? '/var/lib/chari';
  const request = { data_dir_is_explicit: false, ...options, fallback_dir };
  const place = await settlePlace(request, options.log);
  const binaries = await findBinaries(place.account, fallback_dir, options.log);
  try {
    return await underLock(place.locks_dir, LOCK_PATIENCE_MS, () => openLocked(place, binaries, options));
  } catch (error) {
    throw error instanceof DatabaseFailure ? error : diskFailure(error, place.data_dir);
  }
}

async function openLocked(place: Place, binaries: Binaries, options: ClusterOptions): Promise<Cluster> {
  const state = await ensureData(place, binaries, options);
  await countLeases(place.leases_dir);
  const running = await adopt(place, state, options);
  const port = running ?? (await start(place, binaries, state, options));
  const lease = await takeLease(place.leases_dir);
  await giveToOwner(lease);
  let stopped: Promise<void> | undefined;
  return {
    url: clusterUrl(port, state.password),
    port,
    data_dir: place.data_dir,
    joined: running !== undefined,
    revive: () =>
      underLock(place.locks_dir, LOCK_PATIENCE_MS, async () => {
        // Whoever has given the server back must not start one that nobody would end.
        if (stopped !== undefined) return clusterUrl(port, state.password);
        const found = await adopt(place, state, options);
        return clusterUrl(found ?? (await start(place, binaries, state, options)), state.password);
      }),
    stop() {
      stopped ??= giveBack(place, binaries, lease);
      return stopped;
    },
  };
}

async function giveBack(place: Place, binaries: Binaries, lease: string): Promise<void> {
  // Before the lock, because on a full disk this makes the room that the lock's file needs.
  await rm(lease, { force: true });
  await underLock(place.locks_dir, LOCK_PATIENCE_MS, async () => {
    if ((await countLeases(place.leases_dir)) === 0) await stopServer(place, binaries);
  });
}

async function ensureData(place: Place, binaries: Binaries, options: ClusterOptions): Promise<ClusterState> {
  await removeDrafts(place);
  const version = await dataVersion(place);
  const remembered = await readState(place.state_file);
  if (version !== undefined) {
    refuseOtherVersion(version, binaries, place.data_dir);
    if (remembered) return remembered;
    throw new DatabaseFailure(
      'password_lost',
      `The file ${place.state_file} with the password of the database beside it is gone: put it back from a copy.`,
    );
  }
  const password = Buffer.from(options.randomBytes(24)).toString('base64url');
  const state = { password, port: await freePort(options.port ?? remembered?.port) };
  // The password first: a database whose password was never written down would be lost.
  await writeState(place.state_file, state);
  await initialise(place, binaries, password);
  return state;
}

/** The port of a server that already runs and answers; one that runs and does not answer is ended. */
async function adopt(
  place: Place,
  state: ClusterState,
  options: ClusterOptions,
): Promise<number | undefined> {
  const patience_ms = options.answer_timeout_ms ?? 5_000;
  let silent_since = performance.now();
  for (;;) {
    const postmaster = await findPostmaster(place);
    if (postmaster === undefined) return undefined;
    const answer = await probe(postmaster.port, state.password, patience_ms);
    if (answer === 'ready') return postmaster.port;
    if (answer === 'wrong_password') throw wrongPassword(place);
    // It is starting, recovering or stopping, and says so: each of these ends by itself.
    if (answer === 'not_yet') silent_since = performance.now();
    if (performance.now() - silent_since >= patience_ms) {
      options.log(`The PostgreSQL server ${postmaster.pid} on ${place.data_dir} is stuck and is restarted.`);
      await killServer(place, postmaster.pid);
      return undefined;
    }
    await sleep(50);
  }
}

async function start(
  place: Place,
  binaries: Binaries,
  state: ClusterState,
  options: ClusterOptions,
): Promise<number> {
  const wanted = options.port ?? state.port;
  for (let tries = 0; tries < PORT_TRIES; tries += 1) {
    const port = await freePort(wanted);
    if (port !== wanted) options.log(`Port ${wanted} is taken, so the database listens on ${port}.`);
    const args = serverArguments(place.server_dir, port, options.settings ?? {});
    const postmaster = await startServer(place, binaries, args, options.log);
    if (postmaster === undefined) continue;
    if (port !== state.port) await writeState(place.state_file, { ...state, port });
    await letIn(place, state, port).catch(async (error) => {
      // Nobody holds a lease on it yet, so nobody else would ever end it.
      await stopServer(place, binaries);
      throw error;
    });
    return port;
  }
  throw new DatabaseFailure(
    'did_not_start',
    `PostgreSQL found every port it tried taken by another program: start again.`,
  );
}

async function letIn(place: Place, state: ClusterState, port: number): Promise<void> {
  const answer = await probe(port, state.password, 30_000);
  if (answer === 'ready') return;
  if (answer === 'wrong_password') throw wrongPassword(place);
  throw new DatabaseFailure(
    'did_not_start',
    `PostgreSQL on ${place.data_dir} started but does not answer Chari: see ${place.log_file}.`,
  );
}

function wrongPassword(place: Place): DatabaseFailure {
  return new DatabaseFailure(
    'password_lost',
    `The database in ${place.data_dir} does not accept the password in ${place.state_file}: put that file back from a copy.`,
  );
}
