import { asClass, asFunction, contributes } from 'lectern';
import type { Services } from 'lectern';
import { PaymentSandbox } from '../sandbox/payment_sandbox.ts';
import { Alipay, legacyExpress, legacyWap, type AlipayProduct } from './alipay.ts';
import { AlipayClient } from './alipay_client.ts';
import { LianlianClient } from './lianlian_client.ts';
import { LianlianWap } from './lianlian_wap.ts';
import { LianlianWeb } from './lianlian_web.ts';
import { NoticeReception } from './notice_reception.ts';
import { PaymentAccounts } from './payment_accounts.ts';
import { PaymentAddresses } from './payment_addresses.ts';
import { WechatClient } from './wechat_client.ts';
import { WechatJs } from './wechat_js.ts';
import { WechatMWeb } from './wechat_mweb.ts';
import { WechatNative } from './wechat_native.ts';

declare module 'lectern' {
  interface Services {
    alipayClient: AlipayClient;
    lianlianClient: LianlianClient;
    noticeReception: NoticeReception;
    paymentAccounts: PaymentAccounts;
    paymentAddresses: PaymentAddresses;
    paymentSandbox: PaymentSandbox;
    wechatClient: WechatClient;
  }
}

type AlipayNeeds = Pick<Services, 'alipayClient' | 'settings'>;

function alipay(product: AlipayProduct) {
  const make = ({ alipayClient, settings }: AlipayNeeds) => new Alipay(product, { alipayClient, settings });
  return contributes('gateways', asFunction(make));
}

/** Registrations of gateways, their clients and the sandbox; `services.ts` includes them. */
export const gatewayRegistrations = {
  paymentSandbox: asClass(PaymentSandbox),
  paymentAccounts: asClass(PaymentAccounts),
  paymentAddresses: asClass(PaymentAddresses),
  alipayClient: asClass(AlipayClient),
  wechatClient: asClass(WechatClient),
  lianlianClient: asClass(LianlianClient),
  alipayLegacyExpress: alipay(legacyExpress),
  alipayLegacyWap: alipay(legacyWap),
  wechatPayNative: contributes('gateways', asClass(WechatNative)),
  wechatPayMWeb: contributes('gateways', asClass(WechatMWeb)),
  wechatPayJs: contributes('gateways', asClass(WechatJs)),
  lianlianWeb: contributes('gateways', asClass(LianlianWeb)),
  lianlianWap: contributes('gateways', asClass(LianlianWap)),
  noticeReception: asClass(NoticeReception),
};
