import { open } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { flush } from '../../src/cli/output.ts';

test('A file on a disk that takes no order to write at once is whole all the same, and any other failure is told', async () => {
  // As a shared folder of a virtual machine does, it answers EINVAL.
  const device = await open('/dev/null', 'w');
  await expect(device.sync()).rejects.toThrow('EINVAL');
  await flush(device);
  await device.close();
  await expect(flush(device)).rejects.toThrow('file closed');
});
