/** The test kit: a kernel of one's own with the demo data, in the time that a test may take. */
export { createTestKernel, type TestKernelOptions } from './create_test_kernel.ts';
export type { TestKernel } from './test_kernel.ts';
export { TestClock } from './test_clock.ts';
export { expect } from './openapi_assertion.ts';
