import type { SmsGatewayRow } from '../rows.generated.ts';
import { idStatement } from '../statement.ts';

/** A phone with a SIM of a number, and the gateway through which it can be asked for its inbox. */
export type SealedInbox = Pick<
  SmsGatewayRow,
  'name' | 'adapter' | 'status' | 'send_url' | 'send_credentials_sealed'
> & {
  collection_number_id: string;
  gateway_id: string;
  device_id: string;
  /** Who signs the SMS that are evidence, of every number in that phone. */
  senders: string[];
};

/** The phones that hold SIMs of the numbers `$1`; a phone with two of them comes twice. */
export const loadInboxes = idStatement<SealedInbox>(
  'load_gateway_inboxes',
  `select s.collection_number_id, g.id as gateway_id, g.name, g.adapter, g.status, g.send_url,
    g.send_credentials_sealed, s.device_id, array(
      select distinct a.name
      from sms_gateway_sims m
      join collection_numbers c on c.id = m.collection_number_id
      cross join unnest(c.sender_allow_list) as a (name)
      where m.gateway_id = s.gateway_id and m.device_id = s.device_id
      order by a.name) as senders
  from (
    select distinct gateway_id, device_id, collection_number_id from sms_gateway_sims
    where collection_number_id = any ($1::uuid[])) s
  join sms_gateways g on g.id = s.gateway_id
  order by s.collection_number_id, g.name, s.device_id`,
);
