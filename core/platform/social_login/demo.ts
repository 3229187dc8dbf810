import type { Services } from 'lectern';
import { demoAccount } from './demo_account.ts';

const STUDENT = '4';

/** Binds the demo account at the login provider `weixinweb` to the demo user `student`. */
export default async function demo({ bindings }: Services): Promise<void> {
  await bindings.add({ provider: 'weixinweb', openid: demoAccount.openid, userId: STUDENT });
}
