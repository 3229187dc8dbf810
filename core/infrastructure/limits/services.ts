import { asValue, contributes } from 'lectern';
import { limitsRules } from './safety_rules.ts';
import { ExpiredCounters } from './services/expired_counters.ts';
import { Limits } from './services/limits.ts';

/** Section `modules.limits` of the configuration. */
interface LimitsConfig {
  /** URL of the Redis that replaces the database as store of the counts. Secret: never put it in a message. */
  readonly redisUrl?: string;
  readonly keyPrefix: string;
}

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
