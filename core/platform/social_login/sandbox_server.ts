import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import type { SocialLoginConfig } from './config.ts';
import { demoAccount } from './demo_account.ts';

type Fields = URLSearchParams;
type AnswerFields = (fields: Fields) => object;

/** Creates a server that simulates the protocols of the built-in providers, for the demo account. */
export function createSandboxServer(providers: SocialLoginConfig['providers']): Server {
  const handlers: Readonly<Record<string, AnswerFields | undefined>> = {
    'GET /sns/userinfo': weixin,
    'GET /oauth2.0/me': (fields) => qq(fields, providers.qq.appId),
    'POST /oauth2/get_token_info': (fields) => weibo(fields, providers.weibo.appId),
  };
  return createServer((request, response) => {
    void answerTo(request, handlers).then(({ status, body }) => {
      response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
    });
  });
}

async function answerTo(request: IncomingMessage, handlers: Readonly<Record<string, AnswerFields | undefined>>) {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://sandbox');
  const form = await text(request).catch(() => '');
  const handler = handlers[`${request.method ?? ''} ${pathname}`];
  if (!handler) return { status: 404, body: {} };
  return { status: 200, body: handler(request.method === 'POST' ? new URLSearchParams(form) : searchParams) };
}

function isDemo(fields: Fields): boolean {
  return fields.get('access_token') === demoAccount.accessToken;
}

function weixin(fields: Fields): object {
  if (!isDemo(fields)) return { errcode: 40001, errmsg: 'invalid credential, access_token is invalid or not latest' };
  if (fields.get('openid') !== demoAccount.openid) return { errcode: 40003, errmsg: 'invalid openid' };
  return { openid: demoAccount.openid, nickname: 'Demo', sex: 0, privilege: [] };
}

function qq(fields: Fields, appId = ''): object {
  if (!isDemo(fields)) return { error: 100016, error_description: 'access token check failed' };
  return { client_id: appId, openid: demoAccount.openid };
}

function weibo(fields: Fields, appId = ''): object {
  if (!isDemo(fields)) return { error: 'invalid_access_token', error_code: 21332, request: '/oauth2/get_token_info' };
  return { uid: demoAccount.openid, appkey: appId, scope: null, expire_in: 86_400 };
}
