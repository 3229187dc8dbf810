import { createPrivateKey, createPublicKey, X509Certificate, type KeyObject } from 'node:crypto';

/** A key as written in the configuration. */
interface WrittenKey {
  /** Path of the field, for messages. */
  readonly field: string;
  /** PEM, or the base64 of DER. PEM from an environment variable may contain the two characters `\n` as line end. */
  readonly text: string;
}

const MIN_KEY_BITS = 1024;

/** Reads an RSA private key. @throws Error naming the field, without its value */
export function privateKeyOf({ field, text }: WrittenKey): KeyObject {
  const ways = isPem(text)
    ? [() => createPrivateKey(pemOf(text))]
    : (['pkcs8', 'pkcs1'] as const).map((type) => () => createPrivateKey({ key: derOf(text), format: 'der', type }));
  return rsaKey(
    ways,
    `"${field}" is no RSA private key of ${MIN_KEY_BITS} bits or more; set the key as PEM, or as the base64 of PKCS#8 or PKCS#1.`,
  );
}

/** Reads an RSA public key, or that of a certificate. @throws Error naming the field, without its value */
export function publicKeyOf({ field, text }: WrittenKey): KeyObject {
  const der = (type: 'spki' | 'pkcs1') => () => createPublicKey({ key: derOf(text), format: 'der', type });
  const certificate = () => new X509Certificate(derOf(text)).publicKey;
  const ways = isPem(text) ? [() => publicOnly(pemOf(text))] : [der('spki'), der('pkcs1'), certificate];
  return rsaKey(
    ways,
    `"${field}" is no RSA public key of ${MIN_KEY_BITS} bits or more; set the key or the certificate, as PEM or as base64.`,
  );
}

/**
 * Returns the first RSA key of at least 1024 bits that a parser yields. Drops the errors of the parsers, which may
 * quote the key.
 * @throws Error with the message `problem`
 */
function rsaKey(ways: readonly (() => KeyObject)[], problem: string): KeyObject {
  for (const way of ways) {
    try {
      const key = way();
      if (key.asymmetricKeyType === 'rsa' && (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MIN_KEY_BITS) return key;
    } catch {
      // Another parser may succeed.
    }
  }
  throw new Error(problem);
}

/** Reads a public key. Rejects private keys, from which Node would silently derive the public key. */
function publicOnly(pem: string): KeyObject {
  if (pem.includes('PRIVATE KEY')) throw new Error('The PEM text holds a private key instead of a public key.');
  return createPublicKey(pem);
}

function isPem(text: string): boolean {
  return text.includes('-----BEGIN');
}

function pemOf(text: string): string {
  return text.replaceAll('\\n', '\n');
}

function derOf(text: string): Buffer {
  return Buffer.from(text.replaceAll(/\s/g, ''), 'base64');
}
