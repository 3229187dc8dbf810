import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

type Middleware = ReturnType<typeof helmet>;

// Browsers accept this header only over HTTPS; a site without HTTPS must not promise it.
const transportOf = (publicUrl: string) => publicUrl.startsWith('https:');

/** Helmet for pages: the reference page needs its own scripts and styles, and none of other origins. */
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

// Helmet's protections of pages that a non-loading, non-scripted answer does not need: windows, plug-ins, prefetching,
// and filters that browsers have dropped.
const ofPagesOnly = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/**
 * The headers that helmet sets for an API, computed once, as they are constant.
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
