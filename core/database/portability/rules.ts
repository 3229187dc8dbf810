import { objectRules } from './rules_of_objects.ts';
import { sessionRules } from './rules_of_sessions.ts';
import { tableRules } from './rules_of_tables.ts';
import type { PortabilityRule } from './rule.ts';

/** Features that SQL of modules must not use, so that poolers and distributed engines stay possible. */
export const portabilityRules: readonly PortabilityRule[] = [...sessionRules, ...objectRules, ...tableRules];
