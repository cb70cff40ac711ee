// The page for visitors without an account adds the calls that only these visitors send.
import '@cairn/contract/visitor-calls';
