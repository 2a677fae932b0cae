import { access, constants, statfs } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { type Config, localUrl } from '../../domain/config/config.ts';
import { productionRefusals, productionWarnings } from '../../domain/config/production.ts';
import { openKeyFile } from '../secret-key.ts';
import { listenError, listenFailure } from '../serve/port.ts';

/** What one check found. `advice` is worth knowing and keeps nothing from running. */
export type CheckFinding = {
  check: string;
  state: 'ok' | 'advice' | 'problem';
  /** A sentence; for anything but `ok` it ends in what to do. */
  sentence: string;
};

const MARKS: Readonly<Record<CheckFinding['state'], string>> = { ok: 'ok', advice: '--', problem: '!!' };

/** One line a finding, for a person. */
export function findingLines(findings: readonly CheckFinding[]): string[] {
  const width = Math.max(...findings.map((finding) => finding.check.length));
  return findings.map(({ check, state, sentence }) => `${MARKS[state]}  ${check.padEnd(width)}  ${sentence}`);
}

const NODE_MAJOR = 24;
const ROOM_BYTES = 1_000_000_000;
const ANSWER_MS = 2_000;

/** Node, configuration, folder, disk, secret, port: everything that can be seen without the database. */
export async function checkMachine(config: Config): Promise<CheckFinding[]> {
  return [
    checkNode(process.versions.node),
    ...checkConfiguration(config),
    await checkFolder(config),
    await checkRoom(config),
    await checkSecret(config),
    await checkPort(config),
  ];
}

function checkNode(version: string): CheckFinding {
  return Number(version.split('.')[0]) >= NODE_MAJOR
    ? { check: 'node', state: 'ok', sentence: `Node ${version}.` }
    : {
        check: 'node',
        state: 'problem',
        sentence: `Node ${version} is too old: run npm ci, and start by npm start or npx chari.`,
      };
}

function checkConfiguration(config: Config): CheckFinding[] {
  const check = 'configuration';
  const unknown = config.unknown_names.map(
    (name): CheckFinding => ({
      check,
      state: 'advice',
      sentence: `${name} is no setting: correct its name or unset it.`,
    }),
  );
  const refusals = productionRefusals(config).map(
    (sentence): CheckFinding => ({ check, state: 'problem', sentence }),
  );
  const warnings = productionWarnings(config).map(
    (sentence): CheckFinding => ({ check: 'mails', state: 'advice', sentence }),
  );
  const sound: CheckFinding = {
    check,
    state: 'ok',
    sentence: `Every setting can be read; the mode is ${config.mode}.`,
  };
  return [...(refusals.length === 0 ? [sound] : refusals), ...warnings, ...unknown];
}

async function checkFolder(config: Config): Promise<CheckFinding> {
  const check = 'data folder';
  const folder = await existing(resolve(config.data_dir));
  const is_writable = await access(folder, constants.W_OK).then(
    () => true,
    () => false,
  );
  return is_writable
    ? { check, state: 'ok', sentence: `${resolve(config.data_dir)} can be written.` }
    : {
        check,
        state: 'problem',
        sentence: `${folder} can't be written by this user: change its owner or set CHARI_DATA_DIR.`,
      };
}

/** The folder itself, or the nearest one above that exists already. */
async function existing(folder: string): Promise<string> {
  const parent = dirname(folder);
  const is_there = await access(folder).then(
    () => true,
    () => false,
  );
  return is_there || parent === folder ? folder : existing(parent);
}

async function checkRoom(config: Config): Promise<CheckFinding> {
  const check = 'disk';
  const stats = await statfs(await existing(resolve(config.data_dir)));
  const free_bytes = stats.bavail * stats.bsize;
  const free = `${(free_bytes / 1e9).toFixed(1)} GB free`;
  return free_bytes >= ROOM_BYTES
    ? { check, state: 'ok', sentence: `${free}.` }
    : { check, state: 'advice', sentence: `Only ${free}: make room before the database needs it.` };
}

async function checkSecret(config: Config): Promise<CheckFinding> {
  const check = 'secret key';
  if (config.secret_key !== null) return { check, state: 'ok', sentence: 'CHARI_SECRET_KEY is set.' };
  const file = join(resolve(config.data_dir), 'secret.key');
  const opened = await openKeyFile(resolve(config.data_dir));
  if (opened !== null)
    return { check, state: opened.to === 'others' ? 'problem' : 'advice', sentence: opened.sentence };
  const sentence = await access(file).then(
    () => `It is in ${file}: keep a copy, or stored webhook secrets can't be read after a loss.`,
    () => 'The first start will make one in the data folder.',
  );
  return { check, state: 'ok', sentence };
}

async function checkPort(config: Config): Promise<CheckFinding> {
  const check = 'port';
  const { port, host } = config;
  const error = await listenError(host, port);
  if (error === null) return { check, state: 'ok', sentence: `${port} on ${host} is free.` };
  if (error.code !== 'EADDRINUSE')
    return { check, state: 'problem', sentence: listenFailure(error, host, port).message };
  const is_ours = await fetch(`${localUrl(host, port)}/livez`, {
    signal: AbortSignal.timeout(ANSWER_MS),
  }).then(
    async (response) => response.ok && (await response.text()).includes('alive'),
    () => false,
  );
  return is_ours
    ? { check, state: 'ok', sentence: `Chari is running on ${port}.` }
    : {
        check,
        state: 'problem',
        sentence: `${port} on ${host} is taken by another program: end it or choose another PORT.`,
      };
}
