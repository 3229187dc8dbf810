export { portabilityExceptions } from './exceptions.ts';
export { Portability } from './portability.ts';
export type { PortabilityRule } from './rule.ts';
