import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import helmet from 'helmet';

type Middleware = ReturnType<typeof helmet>;

// Browsers heed it only when it comes over HTTPS, and a site that is not reached so must not promise to be.
const transportOf = (publicUrl: string) => publicUrl.startsWith('https:');

/** Helmet for pages: the reference page needs its own scripts and styles, and nothing from elsewhere. */
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

// What helmet protects of a page, and an answer that may load and run nothing does not have: windows, plug-ins,
// prefetching, and filters that browsers have dropped.
const ofPagesOnly = {
  crossOriginOpenerPolicy: false,
  originAgentCluster: false,
  xDnsPrefetchControl: false,
  xDownloadOptions: false,
  xPermittedCrossDomainPolicies: false,
  xXssProtection: false,
} as const;

/**
 * The headers that helmet sets for an API, asked once: they are the same for every answer.
 * @param publicUrl address that people reach this installation by
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
