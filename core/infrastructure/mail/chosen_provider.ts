import type { Environment } from 'lectern';
import type { MailConfig } from './config.ts';

/** Value of `provider` that disables mail. */
export const NO_PROVIDER = 'none';
export const DEVELOPMENT_PROVIDER = 'development';
export const SMTP_PROVIDER = 'smtp';

/** Name of the configured provider; by default `smtp` with `smtpUrl`, else `none` in production, else `development`. */
export function chosenProvider({ provider, smtpUrl }: MailConfig, environment: Environment): string {
  if (provider !== undefined) return provider;
  if (smtpUrl !== undefined) return SMTP_PROVIDER;
  return environment === 'production' ? NO_PROVIDER : DEVELOPMENT_PROVIDER;
}
