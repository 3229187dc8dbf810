/** The test kit `lectern/testing`: starts a kernel on a new database for each test file. */
export { construct } from './construct.ts';
export { createTestKernel, type TestKernelOptions } from './create_test_kernel.ts';
export type { TestKernel } from './test_kernel.ts';
export { TestClock } from './test_clock.ts';
export { expect } from './openapi_assertion.ts';
export { runCommand, type PrintedByCommand } from './run_command.ts';
