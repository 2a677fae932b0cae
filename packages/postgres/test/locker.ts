import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { underLock } from '../src/lock.ts';

// A process of its own that takes the lock of a folder again and again, and finds nobody else under it.

const [folder = '', rounds = '1'] = process.argv.slice(2);
const inside = join(folder, 'inside');
for (let round = 0; round < Number(rounds); round += 1) {
  await underLock(folder, 60_000, async () => {
    await writeFile(inside, '', { flag: 'wx' });
    await rm(inside);
  });
}
console.log('done');
