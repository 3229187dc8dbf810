/** Makes V8 optimize functions later, because most tests end before an optimization pays. Only Node 20 has the flag. */
export const optimizeLate = process.versions.node.startsWith('20.') ? ['--interrupt-budget=1000000'] : [];

/**
 * Flags of V8 for programs that tests start. The engine of the embedded database is compiled once instead of twice, which
 * saves a third of the start time.
 */
export const shortLived = ['--liftoff-only', ...optimizeLate];
