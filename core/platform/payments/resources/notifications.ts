import {
  accepts,
  fails,
  input,
  open,
  rawBody,
  resource,
  returns,
  standardFailures,
  summary,
  use,
  verbatim,
} from 'lectern';
import type { OpenCall, Services } from 'lectern';

const gateway = {
  ...input.text({ description: 'Name of the gateway whose payment platform reports.' }),
  known: ({ gateways }: Services) => gateways.names,
};

type NoticeCall = OpenCall<{ gateway: string }, typeof rawBody>;

/**
 * Receives payment reports of the payment platforms. The signature authenticates the sender instead of a credential.
 */
@resource('/callback/{gateway}/notify', { parameters: { gateway } })
export default class Notifications {
  protected readonly reception = use('noticeReception');

  @summary(
    'Receive the report of a payment platform. For payment platforms: the signature authenticates the sender, ' +
      'and the answer has the format of the platform.',
  )
  @open
  @accepts(rawBody)
  @fails(standardFailures.noSuchObject)
  @returns(verbatim)
  add({ params, input: { bytes }, request }: NoticeCall) {
    const header = (name: string) => request.header(name);
    return this.reception.receive(params.gateway, { header, body: bytes }, request.log);
  }
}
