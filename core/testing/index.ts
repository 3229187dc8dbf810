/** The test kit: a separate kernel with demo data, fast enough for each test file. */
export { createTestKernel, type TestKernelOptions } from './create_test_kernel.ts';
export type { TestKernel } from './test_kernel.ts';
export { TestClock } from './test_clock.ts';
export { expect } from './openapi_assertion.ts';
export { runCommand, type PrintedByCommand } from './run_command.ts';
