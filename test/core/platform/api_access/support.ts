import { createHash } from 'node:crypto';
import { startPlatform, type Platform } from '../../../support/platform.ts';

export const md5 = (value: string) => createHash('md5').update(value).digest('hex');
export const TOKEN = md5('demo-app-demo-secret');
export const apps = [
  { appKey: 'demo-app', secretKey: 'demo-secret', name: 'Demo', roles: ['ROLE_ADMIN'] },
  { appKey: 'plain-app', secretKey: 'plain-secret', name: 'Plain' },
];
export const local = ['127.0.0.1/32', '::1/128'];

/** Starts the platform with the method configured. */
export function startWith(api_access: object, http: object = {}): Promise<Platform> {
  return startPlatform({ http, modules: { api_access: { apps, whitelist: local, ...api_access } } });
}
