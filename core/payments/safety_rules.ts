import type { SafetyRule } from 'lectern';

/** What a production site should not be paid by. */
export const paymentRules: readonly SafetyRule[] = [
  {
    setting: 'modules.payments.standIn',
    severity: 'refused',
    message: 'It takes payments that nobody makes.',
    mend: 'Set it to false in production.',
    isUnsafe: ({ services: { paymentsConfig } }) => paymentsConfig.standIn,
  },
];
