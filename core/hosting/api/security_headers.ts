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

/** Headers of helmet for API answers. Those that protect only pages are left out: browsers load and run nothing here. */
const ofAnswers = [
  ['Content-Security-Policy', "default-src 'none';frame-ancestors 'none'"],
  ['Cross-Origin-Resource-Policy', 'same-origin'],
  ['Referrer-Policy', 'no-referrer'],
  ['X-Content-Type-Options', 'nosniff'],
  ['X-Frame-Options', 'DENY'],
];

/**
 * Security headers of API answers, as alternating names and values.
 * @param publicUrl address at which clients reach this installation
 */
export function apiSecurityHeaders(publicUrl = ''): string[] {
  const transport = ['Strict-Transport-Security', 'max-age=31536000; includeSubDomains'];
  return [...ofAnswers, ...(transportOf(publicUrl) ? [transport] : [])].flat();
}
