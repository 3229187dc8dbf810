import type { SafetyRule } from 'lectern';

export const paymentRules: readonly SafetyRule[] = [
  {
    setting: 'modules.payments.sandbox',
    severity: 'refused',
    message: 'The payment sandbox accepts payments without money.',
    fix: 'Set modules.payments.sandbox to false in production.',
    isUnsafe: ({ services: { paymentsConfig } }) => paymentsConfig.sandbox,
  },
];
