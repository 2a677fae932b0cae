import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Service } from './children.ts';

/** Seconds of processor time since they began, or what part of them was spent in a span of time. */
export type Spent = { service: number; postgres: number };

/**
 * What a service and the server of its database have spent so far, from Linux's process table: the service is its
 * process group, whose ends are rare; the server is the postmaster and its children, and what of them has ended.
 */
export async function spentBy({ pid, data_dir }: Service): Promise<Spent> {
  const pid_file = await readFile(join(data_dir, 'postgres', 'postmaster.pid'), 'utf8');
  const postmaster = pid_file.split('\n', 1)[0] ?? '';
  const ids = (await readdir('/proc')).filter((name) => /^[0-9]+$/.test(name));
  const stats = await Promise.all(ids.map(readStat));
  const sum = (counted: (stat: Stat) => boolean) =>
    Promise.all(
      stats.filter((stat) => stat !== null && counted(stat)).map((stat) => secondsOf(stat as Stat)),
    );
  const service = await sum(({ group }) => group === String(pid));
  const postgres = await sum(({ id, parent }) => id === postmaster || parent === postmaster);
  const ended = stats.find((stat) => stat?.id === postmaster)?.ended_children_seconds ?? 0;
  return { service: total(service), postgres: total(postgres) + ended };
}

/** What was spent while some work was done. */
export async function spentDuring<T>(
  service: Service,
  work: () => Promise<T>,
): Promise<{ result: T; spent: Spent }> {
  const before = await spentBy(service);
  const result = await work();
  const after = await spentBy(service);
  const spent = { service: after.service - before.service, postgres: after.postgres - before.postgres };
  return { result, spent };
}

type Stat = { id: string; parent: string; group: string; ended_children_seconds: number };

const TICKS_A_SECOND = 100;

async function readStat(id: string): Promise<Stat | null> {
  const text = await readFile(`/proc/${id}/stat`, 'utf8').catch(() => null);
  if (text === null) return null;
  // After the name in parentheses: state, parent, group, and from the twelfth on the times.
  const rest = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [, parent = '', group = ''] = rest;
  return {
    id,
    parent,
    group,
    ended_children_seconds: (Number(rest[13]) + Number(rest[14])) / TICKS_A_SECOND,
  };
}

/** Of all threads, in nanoseconds: ticks of 10 ms are too coarse for a request of 60 µs beside sleep. */
async function secondsOf({ id }: Stat): Promise<number> {
  const threads = await readdir(`/proc/${id}/task`).catch(() => []);
  const texts = await Promise.all(
    threads.map((thread) => readFile(`/proc/${id}/task/${thread}/schedstat`, 'utf8').catch(() => '0')),
  );
  return total(texts.map((text) => Number(text.split(' ', 1)[0]) / 1e9));
}

const total = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
