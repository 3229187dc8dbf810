import { accepts, fails, open, rawBody, resource, returns, standardFailures, summary, use, verbatim } from 'lectern';
import type { InputOf, OpenCall } from 'lectern';
import type { NoticeReception } from '../gateways/notice_reception.ts';

type NoticeCall = OpenCall<{ gateway: string }, InputOf<typeof rawBody>>;

/** Where payment platforms report what was paid. The signature authenticates the sender; there is no credential. */
@resource('/callback/{gateway}/notify')
export default class Notifications {
  constructor(@use('noticeReception') protected readonly reception: NoticeReception) {}

  /** Takes a report and answers in the platform's own words. @throws noSuchObject when there is no such gateway */
  @open
  @accepts(rawBody)
  @fails(standardFailures.noSuchObject)
  @returns(verbatim)
  @summary('Receive the report of a payment platform')
  add({ params, input: { bytes }, request }: NoticeCall) {
    const header = (name: string) => request.header(name);
    return this.reception.receive(params.gateway, { header, body: bytes });
  }
}
