import { rm } from 'node:fs/promises';
import { type Binaries, findBinaries } from './binaries.ts';
import type { Cluster, ClusterOptions } from './cluster.ts';
import { diskFailure } from './disk.ts';
import { refuseElsewhere } from './elsewhere.ts';
import { ClusterFailure } from './failure.ts';
import { dataVersion, initialise, refuseOtherVersion, removeDrafts } from './initialise.ts';
import { countLeases, type Lease, takeLease, underLock } from './lock.ts';
import { type Naming, refuseName } from './naming.ts';
import { type Place, settlePlace } from './place.ts';
import { clusterUrl, freePort } from './probe.ts';
import { stopServer } from './server.ts';
import { refuseSettings } from './settings.ts';
import { adopt, start } from './start.ts';
import { type ClusterState, giveToOwner, readState, writeState } from './state.ts';

const LOCK_PATIENCE_MS = 120_000;

/**
 * Opens the embedded PostgreSQL of a data directory: makes it, starts it, or joins the server that runs on
 * it already, be it another process's or one that a killed process left behind.
 *
 * @throws ClusterFailure whose message is one sentence saying what to do.
 * @throws TypeError when the program's own options, its name or its settings, can't be right anywhere.
 */
export async function openCluster(options: ClusterOptions): Promise<Cluster> {
  const { name, data_dir, data_dir_is_explicit = false, log } = options;
  refuseName(name);
  refuseSettings(options.settings);
  const naming: Naming = {
    name,
    data_dir_setting: options.data_dir_setting ?? 'data_dir',
    server_setting: options.server_setting,
  };
  const fallback_dir = options.fallback_dir ?? `/var/lib/${name}`;
  const place = await settlePlace({ data_dir, data_dir_is_explicit, fallback_dir, naming }, log);
  const binaries = await findBinaries(place.account, fallback_dir, naming, log);
  return alone(place, () => openLocked(place, binaries, options));
}

/** Runs the work while no other process works on this folder; whatever the disk says then becomes a sentence. */
async function alone<T>(place: Place, work: () => Promise<T>): Promise<T> {
  try {
    return await underLock(place.locks_dir, LOCK_PATIENCE_MS, work);
  } catch (error) {
    throw error instanceof ClusterFailure ? error : diskFailure(error, place);
  }
}

async function openLocked(place: Place, binaries: Binaries, options: ClusterOptions): Promise<Cluster> {
  await refuseElsewhere(place, options.log);
  const state = await ensureData(place, binaries, options);
  const others = await countLeases(place.leases_dir);
  const running = await adopt(place, state, options);
  const port = running ?? (await start(place, binaries, state, options));
  const lease = await takeLease(place.leases_dir);
  await giveToOwner(lease.file);
  const urlAt = (at: number) => clusterUrl({ name: options.name, port: at, password: state.password });
  let stopped: Promise<void> | undefined;
  return {
    url: urlAt(port),
    port,
    data_dir: place.data_dir,
    joined: running !== undefined,
    shared: others > 0,
    revive: () =>
      alone(place, async () => {
        // Whoever has given the server back must not start one that nobody would end.
        if (stopped !== undefined) return urlAt(port);
        const found = await adopt(place, state, options);
        return urlAt(found ?? (await start(place, binaries, state, options)));
      }),
    stop() {
      stopped ??= giveBack(place, binaries, lease);
      return stopped;
    },
  };
}

async function giveBack(place: Place, binaries: Binaries, lease: Lease): Promise<void> {
  lease.rest();
  // Before the lock, because on a full disk this makes the room that the lock's file needs.
  await rm(lease.file, { force: true });
  await alone(place, async () => {
    if ((await countLeases(place.leases_dir)) === 0) await stopServer(place, binaries);
  });
}

async function ensureData(place: Place, binaries: Binaries, options: ClusterOptions): Promise<ClusterState> {
  await removeDrafts(place);
  const version = await dataVersion(place);
  const remembered = await readState(place);
  if (version !== undefined) {
    refuseOtherVersion(version, binaries, place);
    if (remembered) return remembered;
    throw new ClusterFailure(
      'password_lost',
      `The file ${place.state_file} with the password of the database beside it is gone: put it back from a copy.`,
    );
  }
  // A remembered one stays: the data it opens may only be away, not mounted or not put back yet.
  const password = remembered?.password ?? Buffer.from(options.randomBytes(24)).toString('base64url');
  const port = await freePort(options.port ?? remembered?.port, options.randomBytes);
  const state = { password, port };
  // The password first: a database whose password was never written down would be lost.
  await writeState(place.state_file, state);
  await initialise(place, binaries, password);
  return state;
}
