import { expect } from 'chai';
import { construct } from 'lectern/testing';
import { PaymentAddresses } from '../../../../../core/platform/payments/gateways/payment_addresses.ts';
import { configOf } from './support.ts';

describe('Addresses for platforms and payers', () => {
  const publicUrl = () => 'https://school.example';

  it('are those of the installation unless the configuration has others', () => {
    const own = construct(PaymentAddresses, { paymentsConfig: configOf(), publicUrl });
    expect(own.notifyUrl('Alipay_LegacyWap')).to.equal('https://school.example/api/callback/Alipay_LegacyWap/notify');
    expect(own.notifyUrl('a/b')).to.equal('https://school.example/api/callback/a%2Fb/notify');
    expect(own.returnUrl()).to.equal('https://school.example/');
    const paymentsConfig = configOf({ publicUrl: 'https://pay.example', returnUrl: 'https://www.example/thanks' });
    const named = construct(PaymentAddresses, { paymentsConfig, publicUrl });
    expect(named.notifyUrl('A')).to.equal('https://pay.example/api/callback/A/notify');
    expect(named.returnUrl()).to.equal('https://www.example/thanks');
  });
});
