import type { BegunPayment } from '../gateway.ts';

type Form = NonNullable<BegunPayment['form']>;

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Serializes a form for clients: JSON of `{action, method, params}` (specification, section 2, Pay-center result). */
export function formOf({ action, method, params }: Form): string {
  return JSON.stringify({ action, method, params });
}

/** Returns an HTML page that submits the form automatically; browsers without scripts show a button. */
export function htmlOf({ action, method, params }: Form): string {
  const inputs = Object.entries(params).map(
    ([name, value]) => `<input type="hidden" name="${escaped(name)}" value="${escaped(value)}">`,
  );
  return `<!doctype html>
<html>
<head><meta charset="utf-8"><title>Payment</title></head>
<body>
<form id="payment" action="${escaped(action)}" method="${method.toLowerCase()}" accept-charset="utf-8">
${inputs.join('\n')}
<noscript><button>Pay</button></noscript>
</form>
<script>document.getElementById('payment').submit();</script>
</body>
</html>
`;
}

/** Escapes text for HTML content and quoted attributes. */
export function escaped(text: string): string {
  return text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character);
}
