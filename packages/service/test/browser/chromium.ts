import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { access, chmod, cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const require = createRequire(import.meta.url);

/** The package carries Chromium for this kind of machine alone. */
export const HAS_CHROMIUM = process.platform === 'linux' && process.arch === 'x64';
export const NO_CHROMIUM = `no package carries Chromium for ${process.platform} on ${process.arch}`;

/** Chromium as it lies on the disk, with the environment that it needs where there are no libraries and no fonts. */
export interface Chromium {
  readonly executable: string;
  readonly env: Readonly<Record<string, string>>;
}

let unpacked: Promise<Chromium> | undefined;

/** Unpacks the Chromium of the npm package: 220 MB and two seconds, once for each version of it on a machine. */
export function chromium(): Promise<Chromium> {
  unpacked ??= unpackOnce();
  return unpacked;
}

async function unpackOnce(): Promise<Chromium> {
  const entry = require.resolve('@sparticuz/chromium');
  const { version } = JSON.parse(await readFile(join(dirname(entry), '..', 'package.json'), 'utf8'));
  // Beside the packages: nobody else can write there, programs may run there, and `npm ci` takes it away.
  const cache = join(entry.slice(0, entry.lastIndexOf('@sparticuz')), '.cache');
  const folder = join(cache, `chromium-${version}`);
  if (!(await isThere(folder))) {
    const mine = `${folder}-${randomUUID()}`;
    await unpackInto(mine);
    // Another worker may have been faster: what it unpacked is the same, and may be running already.
    await rename(mine, folder).catch(async (error: NodeJS.ErrnoException) => {
      await rm(mine, { recursive: true, force: true });
      if (error.code !== 'ENOTEMPTY' && error.code !== 'EEXIST') throw error;
    });
  }
  const env = { LD_LIBRARY_PATH: join(folder, 'al2023', 'lib'), FONTCONFIG_FILE: join(folder, 'fonts.conf') };
  return { executable: join(folder, 'chromium'), env };
}

const isThere = (path: string) =>
  access(path).then(
    () => true,
    () => false,
  );

/** The package unpacks into the folder for temporary files, over what lies there: a process sees another one. */
async function unpackInto(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const program = `import chromium from ${JSON.stringify(require.resolve('@sparticuz/chromium'))}; await chromium.executablePath();`;
  // The name of Amazon's runtime brings the libraries as well.
  const env = { TMPDIR: folder, AWS_LAMBDA_JS_RUNTIME: 'nodejs24.x' };
  await run(process.execPath, ['--input-type=module', '--eval', program], { env });
  // What root unpacks must run for everybody; and a copy belongs to us, whoever packed it.
  await chmod(join(folder, 'chromium'), 0o755);
  await cp(join(folder, 'fonts'), join(folder, 'letters', 'latin'), { recursive: true });
  const arabic = join(dirname(require.resolve('@embedpdf/fonts-arabic')), '..', 'fonts');
  await cp(arabic, join(folder, 'letters', 'arabic'), { recursive: true });
  await rm(join(folder, 'fonts'), { recursive: true });
  await writeFile(join(folder, 'fonts.conf'), LETTERS);
}

/** These fonts and no others, so that a page looks the same on every machine. */
const LETTERS = `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir prefix="relative">letters</dir>
</fontconfig>
`;
