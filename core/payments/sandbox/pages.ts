import { escaped } from '../gateways/presentation.ts';
import { inYuan } from './amounts.ts';
import type { SimulatedPayment } from './simulated_payments.ts';
import type { SandboxAnswer } from './gateway_simulator.ts';

/** Returns the page of a payment; a waiting payment has a button to pay. */
export function paymentPage({ platform, sn, title, amount, state, returnUrl }: SimulatedPayment): SandboxAnswer {
  const path = `/payments/${encodeURIComponent(sn)}/pay`;
  const button = `<form method="post" action="${escaped(path)}"><button>Pay</button></form>`;
  const back = returnUrl === '' ? '' : `<p><a href="${escaped(returnUrl)}">Back to the school</a></p>`;
  return {
    status: 200,
    type: 'text/html; charset=utf-8',
    body: `<!doctype html>
<html>
<head><meta charset="utf-8"><title>Sandbox of ${escaped(platform)}</title></head>
<body>
<h1>${escaped(title)}</h1>
<p>${inYuan(amount)} RMB, trade ${escaped(sn)}: ${state}</p>
${state === 'waiting' ? button : back}
</body>
</html>
`,
  };
}
