import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

type Middleware = ReturnType<typeof helmet>;

// Strict-Transport-Security is sent only if the public URL is HTTPS; browsers ignore the header over HTTP.
const transportOf = (publicUrl: string) => publicUrl.startsWith('https:');

/** Helmet for pages. Stricter than its defaults: no styles of other origins. Plain HTTP is not upgraded to HTTPS. */
export function pageSecurity(publicUrl = ''): Middleware {
  return helmet({
    contentSecurityPolicy: {
      directives: {
        styleSrc: ["'self'", "'unsafe-inline'"],
        imgSrc: ["'self'", 'data:'],
        upgradeInsecureRequests: null,
      },
    },
    strictTransportSecurity: transportOf(publicUrl),
  });
}

// Helmet headers that protect only pages. Browsers load and run nothing from API answers.
const ofPagesOnly = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/**
 * Headers of helmet for API answers, as alternating names and values.
 * @param publicUrl address at which clients reach this installation
 */
export function apiSecurityHeaders(publicUrl = ''): string[] {
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const directives = { defaultSrc: ["'none'"], frameAncestors: ["'none'"] };
  helmet({
    ...ofPagesOnly,
    contentSecurityPolicy: { useDefaults: false, directives },
    strictTransportSecurity: transportOf(publicUrl),
    xFrameOptions: { action: 'deny' },
  })(response.req, response, () => undefined);
  return Object.entries(response.getHeaders()).flatMap(([name, value]) => [properCase(name), String(value)]);
}

function properCase(name: string): string {
  return name.replace(/(^|-)([a-z])/g, (_match, dash: string, letter: string) => dash + letter.toUpperCase());
}
