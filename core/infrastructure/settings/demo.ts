import type { Services } from 'lectern';
import { coin, payment, register } from './sections/site.ts';

export default async function demo({ settings }: Services): Promise<void> {
  await settings.update(coin, { enabled: true, name: '学币', rate: '1.00', cash_model: 'deduction' });
  await settings.update(payment, { enabled: true, alipayEnabled: true, wxpayEnabled: true, llpayEnabled: false });
  await settings.update(register, { mode: 'email_mobile', level: 'low', captchaEnabled: true });
}
