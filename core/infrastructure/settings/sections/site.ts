import { section, setting } from '../section.ts';

const versions = 'Mobile-site version: 0 off, 1 old, 2 new.';
const registerModes = ['closed', 'email', 'email_verify', 'mobile', 'email_mobile', 'email_verify_mobile'] as const;

export const site = section('site', {
  name: setting.text('Name of the school, as pages and mails show it.', 'Lectern', { required: true }),
  url: setting.url('Address of the home page of the school.', '/'),
  logo: setting.url('Address of the logo of the school; empty for none.'),
});

export const wap = section('wap', { version: setting.intString(versions, 0, { maximum: 2 }) });

export const magic = section('magic', { version: setting.intString(versions, 0, { maximum: 2 }) });

export const register = section('register', {
  mode: setting.oneOf(
    registerModes,
    'Ways to register: none while closed; `verify` asks for the link in the mail first.',
    'closed',
  ),
  level: setting.oneOf(
    ['none', 'low', 'middle', 'high'],
    'Limit of registrations of one network address in a day: none 1,000, low 100, middle 30, high 10.',
    'low',
  ),
  captchaEnabled: setting.bool('Whether a registration requires a graphic captcha.', true),
});

/** Whether goods can be paid for, and which payment methods are offered. */
export const payment = section('payment', {
  enabled: setting.bool('Whether goods can be paid for; each payment method has a switch besides.', false),
  alipayEnabled: setting.bool('Whether Alipay is offered while payments are enabled.', false),
  wxpayEnabled: setting.bool('Whether WeChat Pay is offered while payments are enabled.', false),
  llpayEnabled: setting.bool('Whether LianLian Pay is offered while payments are enabled.', false),
});

/** The virtual coin. With `currency`, goods are priced in coins; with `deduction`, coins lower a price in RMB. */
export const coin = section('coin', {
  enabled: setting.bool('Whether the virtual coin can be used and bought.', false),
  name: setting.text('Name of the coin, as readers see it.', 'Coin', { required: true }),
  rate: setting.decimal('Coins for one RMB; 0 disables payments with coins and recharges.', '1.00'),
  cash_model: setting.oneOf(
    ['none', 'deduction', 'currency'],
    'Use of coins: none, deduction from prices in RMB, or currency of prices.',
    'none',
  ),
});
