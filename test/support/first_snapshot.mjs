// The first test kernel on the embedded database makes the snapshot that all others begin with. That takes longer than a
// test may, on a slow machine, so it is done before them.
import { createTestKernel } from 'lectern/testing';

export async function mochaGlobalSetup() {
  if (process.env['TEST_DATABASE_URL']) return;
  const test = await createTestKernel();
  await test.stop();
}
