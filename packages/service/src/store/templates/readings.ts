import { statement } from '../statement.ts';

export type TemplateReading = {
  notice_id: string;
  received_at: Date;
  body: string;
  msisdn: string;
  reading: { amount_xaf?: number; doubts?: string[] };
};

/** The latest live texts that a version of a template has read, among the last 10,000 readings of all. */
export const listTemplateReadings = statement<TemplateReading>(
  'list_template_readings',
  `select n.id as notice_id, n.received_at, n.body, c.msisdn, r.reading
  from (select * from notice_readings order by id desc limit 10000) r
  join notices n on n.id = r.notice_id and n.environment = 'live'
  join collection_numbers c on c.id = n.collection_number_id
  where r.template_id = $1 and r.template_version = $2 order by r.id desc limit $3`,
);
