import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

/** Helmet for pages: the reference page needs its own scripts and styles, and nothing from elsewhere. */
export const pageSecurity = helmet({
  contentSecurityPolicy: {
    directives: { styleSrc: ["'self'", "'unsafe-inline'"], imgSrc: ["'self'", 'data:'], upgradeInsecureRequests: null },
  },
});

// What helmet protects of a page, and an answer in JSON does not have: windows, scripts, plug-ins, referrers; browsers
// never hand JSON with `nosniff` to another site's tags.
const ofPagesOnly = {
  crossOriginOpenerPolicy: false,
  crossOriginResourcePolicy: false,
  originAgentCluster: false,
  referrerPolicy: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xFrameOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/**
 * The headers that helmet sets for an API, asked once: they are the same for every answer.
 * @param publicUrl browsers heed `Strict-Transport-Security` only when it comes over HTTPS, so it is sent only there
 */
export function apiSecurityHeaders(publicUrl = ''): string[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const directives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
  const contentSecurityPolicy = { useDefaults: false, directives };
  const strictTransportSecurity = publicUrl.startsWith('https:');
  helmet({ ...ofPagesOnly, contentSecurityPolicy, strictTransportSecurity })(response.req, response, () => undefined);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [properCase(name), String(value)]);
}

function properCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_match, dash: string, letter: string) => dash + letter.toUpperCase());
}
