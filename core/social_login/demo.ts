import type { Services } from 'lectern';
import { demoAccount } from './demo_account.ts';

const STUDENT = '4';

/** Demo data: binds accounts at login providers to the demo users. */
export default async function demo({ bindings }: Services): Promise<void> {
  await bindings.add({ provider: 'weixinweb', openid: demoAccount.openid, userId: STUDENT });
}
