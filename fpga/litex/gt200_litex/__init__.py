# SPDX-License-Identifier: Apache-2.0
"""gt200_axi, a TPC of the GT200 on a bus, for systems made with LiteX (fpga/litex/README.md)."""
from .core import GT200, add_gt200, sources

__all__ = ["GT200", "add_gt200", "sources"]
