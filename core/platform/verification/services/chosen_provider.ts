import type { Environment } from 'lectern';
import type { VerificationConfig } from '../config.ts';

/** Value of `sms.provider` that disables sending. */
export const NO_PROVIDER = 'none';
export const DEVELOPMENT_PROVIDER = 'development';

/** Returns the name of the configured SMS provider; by default `none` in production, otherwise `development`. */
export function chosenProvider({ sms }: VerificationConfig, environment: Environment): string {
  return sms.provider ?? (environment === 'production' ? NO_PROVIDER : DEVELOPMENT_PROVIDER);
}
