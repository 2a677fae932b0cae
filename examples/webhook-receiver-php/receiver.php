<?php
// Receives Chari's webhooks with nothing but PHP 8.0 or later.
// Run: WEBHOOK_SECRET=whsec_... php -S 127.0.0.1:3000 receiver.php

declare(strict_types=1);

const BODY_BYTES_MAX = 1024 * 1024;
const UUID = '/^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/D';

// An error that nobody expected must not look like a 2xx: Chari would not send the event again.
ini_set('display_errors', '0');
ini_set('log_errors', '1');
http_response_code(500);

$secret = (string) getenv('WEBHOOK_SECRET');
// How far the time of signing may be from our clock, in seconds; 0 does not look at it.
$tolerance_s = getenv('WEBHOOK_TOLERANCE_SECONDS') === false ? 300 : (int) getenv('WEBHOOK_TOLERANCE_SECONDS');
// What was received, one file an event. A shop with a database has a table with a unique id instead.
$inbox = getenv('WEBHOOK_INBOX') ?: sys_get_temp_dir() . '/chari-webhooks';

if (!str_starts_with($secret, 'whsec_')) {
    refuse(500, 'WEBHOOK_SECRET is not set to the secret (whsec_...) that was shown with the endpoint');
    return;
}
if ($_SERVER['REQUEST_METHOD'] !== 'POST' || $_SERVER['REQUEST_URI'] !== '/webhooks') {
    refuse(404, 'POST to /webhooks');
    return;
}
// The raw bytes: parsed and written again they would no longer be what was signed.
$body = (string) file_get_contents('php://input', false, null, 0, BODY_BYTES_MAX + 1);
if (strlen($body) > BODY_BYTES_MAX) {
    refuse(413, 'the body is too large');
    return;
}
if (!is_signed($body, $secret)) {
    refuse(401, 'the signature is not right');
    return;
}
if ($tolerance_s > 0 && !is_fresh($body, $secret, $tolerance_s)) {
    refuse(400, 'the time of signing is not right');
    return;
}
// Without it (a proxy may leave it out) nothing tells an older event from a newer one.
$sequence = header_named('X-Service-Sequence');
if (!preg_match('/^[1-9][0-9]{0,14}$/D', $sequence)) {
    refuse(400, 'X-Service-Sequence is missing or no number');
    return;
}
$event = json_decode($body, true, 64, JSON_THROW_ON_ERROR);
keep($inbox, $event['id'], $body);
answer_at_once();
try {
    handle($inbox, $event, (int) $sequence);
} catch (Throwable $error) {
    say("failed {$event['id']}: send it again once this is mended\n$error");
}

/** X-Service-Signature, or the one by the secret before, for a day after a rotation. */
function is_signed(string $body, string $secret): bool
{
    $expected = 'sha256=' . hash_hmac('sha256', $body, $secret);
    // hash_equals takes the same time however much of it is right.
    return hash_equals($expected, header_named('X-Service-Signature'))
        || hash_equals($expected, header_named('X-Service-Signature-Previous'));
}

/** Standard Webhooks: this signature covers the time too, so others can't send an old delivery again. */
function is_fresh(string $body, string $secret, int $tolerance_s): bool
{
    $id = header_named('webhook-id');
    $timestamp = header_named('webhook-timestamp');
    if (!preg_match('/^[0-9]{1,12}$/D', $timestamp) || abs(time() - (int) $timestamp) > $tolerance_s) {
        return false;
    }
    $key = base64_decode(substr($secret, strlen('whsec_')));
    $expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
    foreach (explode(' ', header_named('webhook-signature')) as $given) {
        if (hash_equals($expected, $given)) {
            return true;
        }
    }
    return false;
}

/** Writes the event down, whole or not at all, unless it is there already. */
function keep(string $inbox, string $id, string $body): void
{
    if (!preg_match(UUID, $id)) {
        throw new UnexpectedValueException('the id of the event is no UUID');
    }
    if (!is_dir($inbox) && !@mkdir($inbox, 0700, true) && !is_dir($inbox)) {
        throw new RuntimeException("$inbox can't be made");
    }
    if (is_file("$inbox/$id.json")) {
        return;
    }
    // What can't be written must not be answered 2xx: the 500 of the exception has Chari send it again.
    $draft = tempnam($inbox, 'draft');
    $is_written = $draft !== false && file_put_contents($draft, $body) === strlen($body);
    if ($is_written) {
        @link($draft, "$inbox/$id.json");
    }
    if ($draft !== false) {
        unlink($draft);
    }
    if (!is_file("$inbox/$id.json")) {
        throw new RuntimeException("$inbox can't be written");
    }
}

/** Each event once, and never an older one after a newer one of the same session or transaction. */
function handle(string $inbox, array $event, int $sequence): void
{
    $object_id = $event['data']['id'];
    if (!preg_match(UUID, $object_id)) {
        throw new UnexpectedValueException('the id of the session or transaction is no UUID');
    }
    $done = "$inbox/{$event['id']}.done";
    // Held while it works: the same event, come again meanwhile, waits here until it is known whether it was done.
    $file = fopen("$inbox/$object_id.sequence", 'c+');
    flock($file, LOCK_EX);
    if (is_file($done)) {
        say("duplicate {$event['id']}");
        return;
    }
    if ($sequence <= (int) stream_get_contents($file)) {
        say("older {$event['id']}");
        touch($done);
        return;
    }
    work($event);
    // After the work: what failed is done when it is sent again.
    touch($done);
    rewind($file);
    fwrite($file, (string) $sequence);
}

/** Here the shop ships the order: only on payment_session.succeeded or transaction.success, and for its amount. */
function work(array $event): void
{
    $data = $event['data'];
    // A refund has no reference: it names the payment that it gives back.
    $about = $data['reference'] ?? $data['id'];
    say("accepted {$event['id']} {$event['event']} {$about} {$data['status']}");
}

/** Chari has its answer here; what follows takes as long as it takes. */
function answer_at_once(): void
{
    ignore_user_abort(true);
    http_response_code(200);
    header('Content-Type: text/plain');
    header('Content-Length: 2');
    echo 'ok';
    if (function_exists('fastcgi_finish_request')) {
        fastcgi_finish_request();
        return;
    }
    while (ob_get_level() > 0) {
        ob_end_flush();
    }
    flush();
}

function header_named(string $name): string
{
    return $_SERVER['HTTP_' . strtoupper(str_replace('-', '_', $name))] ?? '';
}

function refuse(int $status, string $why): void
{
    http_response_code($status);
    header('Content-Type: text/plain');
    echo $why;
    say("refused: $why");
}

function say(string $line): void
{
    file_put_contents('php://stdout', "$line\n");
}
