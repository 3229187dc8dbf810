import { section, setting } from '../section.ts';

const versions = 'Mobile-site version: 0 off, 1 old, 2 new.';
const registerModes = ['closed', 'email', 'email_verify', 'mobile', 'email_mobile', 'email_verify_mobile'] as const;

export const site = section('site', {
  name: setting.text('Name of the school.', 'Lectern'),
  url: setting.url('Address of the school.', '/'),
  logo: setting.url('Logo of the school.'),
});

export const wap = section('wap', { version: setting.intString(versions, 0, { maximum: 2 }) });

export const magic = section('magic', { version: setting.intString(versions, 0, { maximum: 2 }) });

export const register = section('register', {
  mode: setting.oneOf(registerModes, 'How people may register.', 'closed'),
  level: setting.oneOf(['none', 'low', 'middle', 'high'], 'How strictly registrations are protected.', 'low'),
  captchaEnabled: setting.bool('Whether a graphic captcha is asked for.', true),
});

/** Settings of payment: the enabled payment methods. */
export const payment = section('payment', {
  enabled: setting.bool('Whether anything can be paid.', false),
  alipayEnabled: setting.bool('Whether Alipay is on.', false),
  wxpayEnabled: setting.bool('Whether WeChat Pay is on.', false),
  llpayEnabled: setting.bool('Whether LianLian Pay is on.', false),
});

/** The virtual coin. With `currency`, goods are priced in coins; with `deduction`, coins lower a price in RMB. */
export const coin = section('coin', {
  enabled: setting.bool('Whether there is a virtual coin.', false),
  name: setting.text('Name of the coin.', 'Coin'),
  rate: setting.decimal('Coins for one RMB.', '1.00'),
  cash_model: setting.oneOf(['none', 'deduction', 'currency'], 'What coins are good for.', 'none'),
});
