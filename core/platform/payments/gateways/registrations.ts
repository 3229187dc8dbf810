import { asFunction, contributes } from 'lectern';
import { PaymentSandbox } from '../sandbox/payment_sandbox.ts';
import { Alipay, legacyExpress, legacyWap, type AlipayProduct } from './alipay/alipay.ts';
import { AlipayClient } from './alipay/alipay_client.ts';
import { LianlianClient } from './lianlian/lianlian_client.ts';
import { LianlianWap, LianlianWeb } from './lianlian/lianlian.ts';
import { NoticeReception } from './notice_reception.ts';
import { PaymentAccounts } from './payment_accounts.ts';
import { PaymentAddresses } from './payment_addresses.ts';
import { WechatClient } from './wechat/wechat_client.ts';
import { WechatJs, WechatMWeb, WechatNative } from './wechat/wechat_pay.ts';

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

function alipay(product: AlipayProduct) {
  return contributes(
    'gateways',
    asFunction(() => new Alipay(product)),
  );
}

/** Registrations of gateways, their clients and the sandbox; `services.ts` includes them. */
export const gatewayRegistrations = {
  paymentSandbox: PaymentSandbox,
  paymentAccounts: PaymentAccounts,
  paymentAddresses: PaymentAddresses,
  alipayClient: AlipayClient,
  wechatClient: WechatClient,
  lianlianClient: LianlianClient,
  alipayLegacyExpress: alipay(legacyExpress),
  alipayLegacyWap: alipay(legacyWap),
  wechatPayNative: contributes('gateways', WechatNative),
  wechatPayMWeb: contributes('gateways', WechatMWeb),
  wechatPayJs: contributes('gateways', WechatJs),
  lianlianWeb: contributes('gateways', LianlianWeb),
  lianlianWap: contributes('gateways', LianlianWap),
  noticeReception: NoticeReception,
};
