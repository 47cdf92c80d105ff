<?php
/**
 * What the plugins of the guide call of WordPress and WooCommerce, each as far as it goes here. Requests, events and the
 * log are kept in globals.
 */
const HOUR_IN_SECONDS = 3600;
const DAY_IN_SECONDS = 86400;
const WEEK_IN_SECONDS = 604800;

class WC_DateTime extends DateTime {
  public function date(string $format): string { return $this->format($format); }
}
class WC_Product {
  public function __construct(private string $sku, private int $id, private string $type = 'simple') {}
  public function get_sku(): string { return $this->sku; }
  public function get_id(): int { return $this->id; }
  public function get_name(): string { return "The <$this->id>"; }
  public function is_type(string $type): bool { return $type === $this->type; }
}
class WC_Order_Item_Product {
  public function __construct(private WC_Product|false $product) {}
  public function get_product(): WC_Product|false { return $this->product; }
}
class WC_Order {
  public function __construct(private string $status, private array $products) {}
  public function get_items(): array { return array_map(fn ($one) => new WC_Order_Item_Product($one), $this->products); }
  public function has_status(string $status): bool { return $status === $this->status; }
  public function get_billing_email(): string { return 'jane@customers.example'; }
  public function get_billing_first_name(): string { return 'Jané'; }
  public function get_billing_last_name(): string { return "O'Neil"; }
  public function get_order_number(): string { return '1001'; }
  public function get_date_created(): WC_DateTime { return new WC_DateTime('2026-11-03 10:00:00'); }
}
class WP_Error {
  public function get_error_message(): string { return 'cURL error 7: could not connect'; }
}

$hooks = [];
$orders = [];
$requests = [];
$scheduled = [];
$answers = [];
function add_action($name, $do, $priority = 10) { global $hooks; $hooks[$name][$priority][] = $do; }
function add_filter($name, $do, $priority = 10) { add_action($name, $do, $priority); }
function remove_action($name, $do, $priority = 10) {
  global $hooks;
  $hooks[$name][$priority] = array_filter($hooks[$name][$priority] ?? [], fn ($one) => $one !== $do);
}
function do_action($name, ...$given) {
  global $hooks;
  $result = $given[0] ?? null;
  ksort($hooks[$name]);
  foreach ($hooks[$name] as $all) foreach ($all as $do) $result = $do(...$given);
  return $result;
}
function esc_attr($text) { return htmlspecialchars((string) $text, ENT_QUOTES); }
function esc_html($text) { return htmlspecialchars((string) $text, ENT_QUOTES); }
function esc_html__($text, $domain) { return esc_html($text); }
function __($text, $domain) { return $text; }
function get_locale() { return 'de_DE'; }
function wp_json_encode($value) { return json_encode($value); }
function wp_enqueue_script_module($id, $src, $deps, $version) { echo "module $src ", var_export($version, true), "\n"; }
function wc_get_order($id) { global $orders; return $orders[$id] ?? false; }
function wp_schedule_single_event($time, $hook, $given) { global $scheduled; $scheduled[] = [$time - time(), $hook, $given]; }
function wp_remote_post($url, $request) {
  global $requests, $answers;
  $requests[] = ['url' => $url, 'headers' => $request['headers'], 'body' => http_build_query($request['body'])];
  return array_shift($answers) ?? ['code' => 200, 'body' => ''];
}
function is_wp_error($answer) { return $answer instanceof WP_Error; }
function wp_remote_retrieve_response_code($answer) { return $answer['code']; }
function wp_remote_retrieve_body($answer) { return $answer['body']; }
