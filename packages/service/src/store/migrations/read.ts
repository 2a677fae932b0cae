import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseFailure } from '../connect/errors.ts';

/** One file `NNNN_name.sql`. */
export interface Migration {
  readonly version: number;
  readonly name: string;
  readonly checksum: string;
  readonly sql: string;
}

const FILE_NAME = /^(\d{4})_([a-z0-9_]+)\.sql$/;

/**
 * Reads a folder of migrations in order of their versions.
 *
 * @throws DatabaseFailure `migrations_misnamed` when a name is not `NNNN_name.sql` or a number is taken twice.
 */
export async function readMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith('.sql')).sort();
  const migrations = await Promise.all(files.map((file) => readOne(folder, file)));
  migrations.forEach((migration, index) => {
    const earlier = migrations[index - 1];
    if (earlier?.version === migration.version) {
      throw new DatabaseFailure(
        'migrations_misnamed',
        `Two migrations are numbered ${migration.version} (${earlier.name} and ${migration.name}): give the later one the next free number.`,
      );
    }
  });
  return migrations;
}

async function readOne(folder: string, file: string): Promise<Migration> {
  const [, version, name] = FILE_NAME.exec(file) ?? [];
  if (version === undefined || name === undefined) {
    throw new DatabaseFailure(
      'migrations_misnamed',
      `The migration ${file} is misnamed: call it NNNN_name.sql, four digits and a name in a-z, 0-9 and _.`,
    );
  }
  // A checkout on Windows may turn line ends into CRLF, which changes nothing of what the SQL does.
  const sql = (await readFile(join(folder, file), 'utf8')).replaceAll('\r\n', '\n');
  return { version: Number(version), name, sql, checksum: createHash('sha256').update(sql).digest('hex') };
}
