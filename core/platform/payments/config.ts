/** Section `modules.payments` of the configuration; `module.json` describes each value. */
export interface PaymentsConfig {
  readonly sandbox: boolean;
  readonly publicUrl?: string;
  readonly returnUrl?: string;
  readonly timeoutMs: number;
  readonly noticeDays: number;
  readonly pageDays: number;
  readonly archiveDays: number;
  readonly alipay: AlipayConfig;
  readonly wechat: WechatConfig;
  readonly lianlian: LianlianConfig;
}

/** Account at Alipay. Keys are PEM or base64; the private key is secret and must not appear in messages. */
export interface AlipayConfig {
  readonly appId?: string;
  readonly sellerId?: string;
  readonly privateKey?: string;
  readonly platformPublicKey?: string;
  readonly address: string;
}

export interface WechatConfig {
  readonly appId?: string;
  readonly merchantId?: string;
  readonly serial?: string;
  readonly privateKey?: string;
  readonly apiV3Key?: string;
  readonly platformPublicKey?: string;
  readonly platformSerial?: string;
  readonly address: string;
}

export interface LianlianConfig {
  readonly merchantId?: string;
  readonly privateKey?: string;
  readonly platformPublicKey?: string;
  readonly business: string;
  readonly category?: string;
  readonly webAddress: string;
  readonly wapAddress: string;
  readonly queryAddress: string;
  readonly refundAddress: string;
  readonly refundQueryAddress: string;
}
