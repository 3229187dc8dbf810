import type { Environment } from 'lectern';
import type { VerificationConfig } from '../config.ts';

/** Sending is switched off. */
export const NO_PROVIDER = 'none';
export const DEVELOPMENT_PROVIDER = 'development';

/** Name of the provider that the configuration chooses: while nobody does, messages go nowhere but to a table. */
export function chosenProvider({ sms }: VerificationConfig, environment: Environment): string {
  return sms.provider ?? (environment === 'production' ? NO_PROVIDER : DEVELOPMENT_PROVIDER);
}
