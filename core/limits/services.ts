import { asValue, contributes } from 'lectern';
import type { LimitsConfig } from './config.ts';
import { limitsRules } from './safety_rules.ts';
import { ExpiredCounters } from './services/expired_counters.ts';
import { Limits } from './services/limits.ts';

declare module 'lectern' {
  interface Services {
    expiredCounters: ExpiredCounters;
    limits: Limits;
    limitsConfig: LimitsConfig;
  }
}

export default {
  expiredCounters: contributes('jobs', ExpiredCounters),
  limits: Limits,
  limitsRules: contributes('safetyRules', asValue(limitsRules)),
};
